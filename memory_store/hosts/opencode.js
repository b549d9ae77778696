// Written by memory-store init; memory-store uninstall deletes it. It starts our hooks, and gives
// the model what they answer.
import { spawn } from "node:child_process"

const HOOKS = {}

const SECONDS = 10

export const MemoryStore = async ({ directory }) => {
  const known = new Map()

  const session = (id) => {
    if (!known.has(id)) known.set(id, { texts: [], roles: new Map(), answer: "" })
    return known.get(id)
  }

  const ask = (event, id, fields) =>
    new Promise((resolve) => {
      let out = ""
      const done = () => {
        clearTimeout(timer)
        if (event === "PreCompact") return resolve(out.trim())
        try {
          resolve(JSON.parse(out).hookSpecificOutput?.additionalContext ?? "")
        } catch {
          resolve("")
        }
      }
      const child = spawn(HOOKS[event], {
        shell: true,
        detached: process.platform !== "win32", // an answer is captured though opencode ends
        windowsHide: true,
        cwd: directory,
        env: { ...process.env, OPENCODE_SESSION_ID: id },
        stdio: ["pipe", "pipe", "ignore"],
      })
      const timer = setTimeout(() => child.kill(), SECONDS * 1000)
      child.on("error", done)
      child.on("close", done)
      child.stdin.on("error", () => {})
      child.stdout.on("data", (data) => (out += data))
      child.stdin.end(
        JSON.stringify({ hook_event_name: event, session_id: id, cwd: directory, ...fields }),
      )
    })

  return {
    "chat.message": async (input, output) => {
      const id = input.sessionID
      const texts = output.parts.filter((part) => part.type === "text" && !part.synthetic)
      const written = texts.map((part) => part.text).join("\n")
      const prompt = written.replace(/^"([^]*)"$/, "$1") // `opencode run` puts it in quotes
      const isNew = !known.has(id)
      const { texts: told } = session(id)
      if (isNew) told[0] = await ask("SessionStart", id, { source: "startup" })
      told[1] = await ask("UserPromptSubmit", id, { prompt, prompt_id: output.message?.id })
    },

    "experimental.chat.system.transform": async (input, output) => {
      const isTitle = output.system.some((text) => text.startsWith("You are a title generator"))
      if (!isTitle) output.system.push(...(known.get(input.sessionID)?.texts ?? []).filter(Boolean))
    },

    "experimental.session.compacting": async (input, output) => {
      const asked = await ask("PreCompact", input.sessionID, { trigger: "auto" })
      if (asked) output.context.push(asked)
    },

    event: async ({ event }) => {
      const { sessionID: id, info, part } = event.properties ?? {}
      if (event.type === "message.updated") session(id ?? info.sessionID).roles.set(info.id, info.role)
      if (event.type === "message.part.updated" && part.type === "text") {
        const { sessionID, messageID, text } = part
        const here = session(sessionID)
        if (here.roles.get(messageID) === "assistant") here.answer = text
      }
      if (event.type === "session.idle") {
        const here = session(id)
        const last_assistant_message = here.answer
        here.answer = ""
        await ask("Stop", id, { last_assistant_message, stop_hook_active: true })
      }
      if (event.type === "session.compacted") {
        const here = session(id)
        const compact_summary = here.answer
        here.answer = "" // the summary is no answer
        await ask("PostCompact", id, { compact_summary })
        here.texts[0] = await ask("SessionStart", id, { source: "compact" })
      }
    },
  }
}

/** The part of WebDriver (W3C, "WebDriver") that cases need, over plain HTTP. */

export interface Session {
  version: string
  openWindow(): Promise<string>
  goTo(handle: string, url: string): Promise<void>
  run(handle: string, script: string, input: unknown): Promise<unknown>
  close(handle: string): Promise<void>
}

/** `run` returns the value of the script's promise, or the text of its error. */
const SCRIPT = (script: string) => `
const done = arguments[arguments.length - 1]
const answer = (value) => done({ value })
const fail = (error) => done({ error: String(error) })
try { Promise.resolve((${script})(arguments[0])).then(answer, fail) } catch (error) { fail(error) }`

export async function startSession(server: string, capabilities: object): Promise<Session> {
  const { sessionId, capabilities: actual } = Object(
    await ask(server, 'POST', '/session', { capabilities: { alwaysMatch: capabilities } }),
  )
  const send = (method: string, path: string, body?: object) =>
    ask(server, method, `/session/${sessionId}${path}`, body)
  const first = String(await send('GET', '/window')) // stays open, because other windows are opened from a current one
  // WebDriver has one current window, so commands for several windows take turns.
  let last: Promise<unknown> = Promise.resolve()
  const inWindow = <Result>(handle: string, command: () => Promise<Result>): Promise<Result> => {
    const result = last.then(async () => {
      await send('POST', '/window', { handle })
      return command()
    })
    last = result.catch(() => {})
    return result
  }
  return {
    version: actual.browserVersion,
    openWindow: () => inWindow(first, async () => Object(await send('POST', '/window/new', { type: 'window' })).handle),
    goTo: (handle, url) => inWindow(handle, async () => void (await send('POST', '/url', { url }))),
    run: (handle, script, input = null) =>
      inWindow(handle, async () => {
        const { value, error } = Object(await send('POST', '/execute/async', { script: SCRIPT(script), args: [input] }))
        if (error) throw new Error(error)
        return value
      }),
    close: (handle) => inWindow(handle, async () => void (await send('DELETE', '/window'))),
  }
}

/** @throws Error with the driver's message */
export async function ask(server: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(server + path, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = Object(await response.json())
  if (value?.error) throw new Error(`${path}: ${value.error}, ${value.message}`)
  return value
}

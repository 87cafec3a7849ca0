/** Runs an operator's command in this process until it ends. Returns its output and its exit code. */
import { vi } from 'vitest'
import { runCommand as runWords } from '../../src/proxy/operate/commands/index.js'

export interface Ended {
  code: number
  out: string
  err: string
}

/** @param environment variables of the command; undefined removes a variable */
export async function runCommand(words: string[], environment: Record<string, string | undefined>): Promise<Ended> {
  const said = { out: '', err: '' }
  const hear = (stream: NodeJS.WriteStream, name: keyof typeof said) =>
    vi.spyOn(stream, 'write').mockImplementation((chunk, ...rest) => {
      said[name] += chunk
      for (const written of rest) if (typeof written === 'function') written()
      return true
    })
  const heard = [hear(process.stdout, 'out'), hear(process.stderr, 'err')]
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  await runWords(words).finally(() => {
    for (const spy of heard) spy.mockRestore()
    vi.unstubAllEnvs()
  })
  const code = Number(process.exitCode ?? 0)
  process.exitCode = undefined // otherwise the test process would end with this code
  return { code, ...said }
}

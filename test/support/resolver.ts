/** A host name that does not resolve, independent of this machine's resolver. */
import dns from 'node:dns'
import { onTestFinished, vi } from 'vitest'

const NOBODY = 'absent.invalid'

/** Makes a name unknown to the resolver until the test ends. @returns the name */
export function nameUnknownHost(): string {
  const spy = vi.spyOn(dns, 'lookup').mockImplementation(((name: string, ...rest: unknown[]) => {
    const answer = rest.at(-1) as (error: Error) => void // the last is the callback
    answer(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }))
  }) as typeof dns.lookup)
  onTestFinished(() => spy.mockRestore())
  return NOBODY
}

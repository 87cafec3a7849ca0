export interface Binding {
  key: string
  rivals: Set<Binding>
  letter: string
}
export interface Script {
  bindings: Binding[]
  units: { binding: Binding; text: (string | Binding)[]; needs: Set<Binding> }[]
  rest: (string | Binding)[]
  globals: Set<string>
}
export function toArrows(code: string): string
export function readScript(code: string): Script
export function print(script: Script): string
export function applyTable(script: Script, table: string): void
export function toTable(script: Script): string
export function search(script: Script, toSize: (code: string) => number, rounds: number): void
export function checkSame(one: Script, other: Script): void

import { safely } from '../core/safely.js'

/** Reads the value at a path of names joined by dots. Undefined if the path ends early. */
export function readPath(from: unknown, path: string): unknown {
  let value = from
  for (const name of path.split('.')) value = safely(() => Object(value)[name])
  return value
}

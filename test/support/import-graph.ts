/** The imports between the sources, for tests and for the diagram of the architecture page. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

interface Import {
  file: string
  kind: 'types' | 'values'
  /** A path from the root of the repository, with the ending of the source; or a package's name. */
  path: string
}

/** Lists every import and re-export below a folder. */
export function readImports(below: string): Import[] {
  return readFiles(below).flatMap(({ file, text }) => {
    const lines = text.matchAll(/^(?:import|export) (type )?(?:[^'"]*? from )?'([^']+)'$/gm)
    return Array.from(lines, ([, type, path = '']) => ({
      file,
      kind: type ? ('types' as const) : ('values' as const),
      path: path.startsWith('.') ? join(dirname(file), path) : path,
    }))
  })
}

/** Lists all sources below a folder. */
export function readFiles(below: string): { file: string; text: string }[] {
  const names = readdirSync(join(ROOT, below), { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(below, name))
  return files.map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
}

type Graph = Map<string, Set<string>>

/**
 * Reads which rooms import which others, types included.
 *
 * @param toRoom names the room of a file; files without a room are left out
 */
export function readRooms(below: string, toRoom: (file: string) => string | undefined): Graph {
  const rooms: Graph = new Map()
  for (const { file, path } of readImports(below)) {
    const [from, to] = [toRoom(file), toRoom(path.replace(/\.js$/, '.ts'))]
    if (from !== undefined && to !== undefined && from !== to) rooms.set(from, (rooms.get(from) ?? new Set()).add(to))
  }
  return rooms
}

/** Lists the rooms that import themselves through others. */
export const findCircles = (rooms: Graph): string[] => [...rooms.keys()].filter((room) => reach(rooms, room).has(room))

/** Draws the rooms for Mermaid, the importing one on top. An arrow that follows from others is left out. */
export function drawRooms(rooms: Graph): string {
  const arrows = [...rooms].flatMap(([from, all]) => {
    const others = (to: string) => [...all].filter((other) => other !== to)
    return [...all]
      .filter((to) => !others(to).some((other) => reach(rooms, other).has(to)))
      .map((to) => `  ${from} --> ${to}`)
  })
  return ['flowchart TD', ...arrows.sort()].join('\n')
}

function reach(rooms: Graph, from: string, seen = new Set<string>()): Set<string> {
  for (const to of rooms.get(from) ?? []) if (!seen.has(to)) reach(rooms, to, seen.add(to))
  return seen
}

/** Makes the declarations of the package's exports and of their imports. Users cannot name other types. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * @param folder the target of the declarations
 * @param entries of the sources, such as src/snippet/module.ts
 */
export function writeDeclarations(folder, entries) {
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', folder]
  execFileSync('npx', ['tsc', '-p', '.', ...options], { stdio: 'inherit' })
  removeAllBut(new Set(listDeclarations(folder, entries)), folder)
}

/** @returns the absolute paths of the entries' declarations, and of those that they import */
export function listDeclarations(folder, entries) {
  const needed = new Set()
  for (const entry of entries) follow(resolve(folder, entry.replace(/\.ts$/, '.d.ts')), needed)
  return [...needed]
}

function follow(path, needed) {
  if (needed.has(path)) return
  needed.add(path)
  for (const [, relative] of readFileSync(path, 'utf8').matchAll(/(?:from |import\(|import )['"](\.[^'"]+)\.js['"]/g)) {
    follow(resolve(dirname(path), `${relative}.d.ts`), needed)
  }
}

function removeAllBut(needed, folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeAllBut(needed, path)
    else if (!needed.has(resolve(path))) rmSync(path)
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

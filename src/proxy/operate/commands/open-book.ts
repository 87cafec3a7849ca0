/** Opens a shop's own book: a file. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Book } from '../read-orders.js'
import { ProblemError } from './print.js'

const HEAD_BYTES = 64 * 1024

/** @throws ProblemError in a sentence */
export async function openBook(path: string): Promise<Book> {
  try {
    const file = await open(path)
    const { buffer, bytesRead } = await file
      .read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
      .finally(() => file.close())
    return { name: path, head: buffer.subarray(0, bytesRead), bytes: createReadStream(path) }
  } catch (error) {
    const { code } = Object(error)
    throw new ProblemError(`${path} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : (code ?? error)}.`)
  }
}

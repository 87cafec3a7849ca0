/** Runs one named step; when it fails, the sentence says which it was. */
export async function step<Result>(name: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new Error(`The check failed at "${name}": ${reason}`, { cause: error })
  }
}

/** Waits for the work until the time is over. Resolves to undefined if the work takes longer, or if no work was passed. */
export function atMost<Result>(ms: number, work: Promise<Result> | undefined): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  return Promise.race([late, work]).finally(() => clearTimeout(timer))
}

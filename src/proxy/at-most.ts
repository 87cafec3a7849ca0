/** Waits for the work, but no longer than this. @returns undefined when the work takes longer, or when there is none */
export function atMost<Result>(ms: number, work: Promise<Result> | undefined): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  return Promise.race([late, work]).finally(() => clearTimeout(timer))
}

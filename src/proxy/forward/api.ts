/** A request to the API and its answer, whatever makes it. */

/** Time from the call to the end of the answer. */
export const TOTAL_MS = 10_000
/** Enough to tell one kind of answer from another; the text is never logged and never passed on. */
export const MAX_ANSWER_BYTES = 2_048

export interface ApiRequest {
  url: string
  headers: Record<string, string>
  body: string
}

export interface ApiAnswer {
  status: number
  contentType: string
  retryAfter: string | undefined
  /** The first 2 KiB. */
  text: string
}

/** @throws if there was no answer, or half of one, or `signal` has ended the request */
export type CallApi = (request: ApiRequest, signal?: AbortSignal) => Promise<ApiAnswer>

/** Tells the API that a customer is shopping, so that there is a session for the order to convert. */

export interface SessionApi {
  baseUrl: string
  authorization: string
  /** How it is called; the demo's fault between proxy and API is not on this way. */
  fetch?: ((request: Request) => Promise<Response>) | undefined
}

/** Never throws: a shop goes on selling while its marketing API is away. */
export async function openSession(api: SessionApi, email: string): Promise<void> {
  const { baseUrl, authorization, fetch = globalThis.fetch } = api
  try {
    const request = new Request(`${baseUrl}/sessions/`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
      signal: AbortSignal.timeout(3000),
    })
    const response = await fetch(request)
    await response.body?.cancel()
    if (!response.ok) console.warn(`shop: the API opened no session for this checkout (it answered ${response.status})`)
  } catch {
    // Refused, reset or too slow; which of them makes no difference to the shop.
    console.warn('shop: the API opened no session for this checkout (it cannot be reached)')
  }
}

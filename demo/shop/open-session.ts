/** Tells the API that a customer is shopping, so that there is a session for the order to convert. */

export interface SessionApi {
  baseUrl: string
  authorization: string
}

/** Never throws: a shop goes on selling while its marketing API is away. */
export async function openSession({ baseUrl, authorization }: SessionApi, email: string): Promise<void> {
  try {
    const response = await fetch(`${baseUrl}/sessions/`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
      signal: AbortSignal.timeout(3000),
    })
    await response.body?.cancel()
    if (!response.ok) console.warn(`shop: the API opened no session for this checkout (it answered ${response.status})`)
  } catch {
    // Refused, reset or too slow; which of them makes no difference to the shop.
    console.warn('shop: the API opened no session for this checkout (it cannot be reached)')
  }
}

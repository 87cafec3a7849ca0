/**
 * The operator's Worker on Cloudflare: see README.md. POST with `Authorization: Bearer` and TOKEN. The body is an order's number, a
 * CSV of orders, or a customer's e-mail.
 */
export default {
  async fetch(request, { RINGUP, TOKEN }) {
    if (!request.headers.has('authorization')) return RINGUP.fetch(request) // the page asks for RINGUP_ADMIN_TOKEN
    const allowed = TOKEN && request.headers.get('authorization') === `Bearer ${TOKEN}` // without a TOKEN, no request is
    if (!allowed) return new Response(null, { status: 401 })
    if (request.method !== 'POST') return new Response(null, { status: 405 })
    const command = new URL(request.url).pathname.slice(1)
    const body = await request.text()
    if (command === 'health') return Response.json(await RINGUP.health())
    if (command === 'find') return Response.json(await RINGUP.find({ order: body })) // or { id: body }
    if (command === 'reconcile') return Response.json(await RINGUP.reconcile(body)) // CSV with a header row
    if (command === 'test') return Response.json(await RINGUP.testOrder()) // then find its number
    if (command === 'erase') return Response.json(await RINGUP.erase(body))
    return new Response(null, { status: 404 })
  },
}

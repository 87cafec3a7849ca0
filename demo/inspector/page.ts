/** The inspector's page: listens to the stream and keeps one card for each journey, newest first. */
import { type Card, createCard } from './card.js'
import type { Journey } from './journal.js'
import { toView } from './view.js'

const cards = new Map<string, Card>()
const [list, news, lost, empty] = ['journeys', 'news', 'lost', 'empty'].map(findElement)

const stream = new EventSource('/inspector/events')
stream.addEventListener('snapshot', (event) => showAll(JSON.parse(event.data)))
stream.addEventListener('journey', (event) => {
  const journey: Journey = JSON.parse(event.data)
  const { title, progress } = show(journey)
  say(`${title}: ${progress}`)
})
// The browser tries again by itself; the snapshot of the new stream brings the page up to date.
stream.addEventListener('open', () => lost?.toggleAttribute('hidden', true))
stream.addEventListener('error', () => {
  lost?.toggleAttribute('hidden', false)
  say('Not connected')
})

/** What the server no longer knows goes: it has been started anew, or the journal is full. */
function showAll(journeys: Journey[]) {
  const known = new Set(journeys.map((journey) => journey.id))
  for (const [id, card] of cards) {
    if (known.has(id)) continue
    card.element.remove()
    cards.delete(id)
  }
  journeys.forEach(show)
  empty?.toggleAttribute('hidden', cards.size > 0)
  say(cards.size > 0 ? `${cards.size} so far, and listening` : 'Listening')
}

function show(journey: Journey) {
  const view = toView(journey)
  const card = cards.get(journey.id) ?? addCard(journey.id)
  card.fill(view)
  return view
}

function addCard(id: string): Card {
  const card = createCard()
  cards.set(id, card)
  list?.prepend(card.element)
  empty?.toggleAttribute('hidden', true)
  return card
}

/** Read out by screen readers when they have nothing else to say. */
function say(text: string) {
  if (news) news.textContent = text
}

function findElement(id: string): HTMLElement | null {
  return document.getElementById(id)
}

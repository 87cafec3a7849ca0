/**
 * Simulates shops with random orders, more of them by day and on some days. Measures the watch for silence: its false alarms a month,
 * and the time until it notices a removed tag. Every run gives equal figures.
 */
import { countMissing, type Habit, toHabit } from '../../src/proxy/operate/silence.js'
import { createRandom } from './random.js'

const HOUR_MS = 3_600_000
const DAY = 24
const LEARNT_HOURS = 5 * 7 * DAY
const WEEKS = 40
/** The share of a day's orders in each hour. */
const HOURS = [1, 0.5, 0.3, 0.2, 0.2, 0.3, 1, 2, 4, 6, 7, 7, 7, 6, 6, 6, 6, 6, 7, 8, 9, 8, 5, 2.5]
const WEEKDAYS = [1, 1.05, 1, 0.95, 1.1, 0.8, 1.1]

export interface ShopFigures {
  falseAlarmsAMonth: number
  /** The minutes until a removed tag is noticed: the median and the ninth decile. */
  byDay: [median: number, late: number]
  /** The minutes for a tag that is removed between 22 and 6 o’clock. */
  byNight: [median: number, late: number]
}

export function simulateShop(ordersADay: number, seed: number): ShopFigures {
  const moments = placeOrders(ordersADay, createRandom(seed).next)
  const waits = { day: [] as number[], night: [] as number[] }
  const every = Math.ceil(ordersADay / 50)
  let alarms = 0
  let habit: Habit | undefined
  const learn = createLearning(moments)
  for (const [index, ms] of moments.entries()) {
    const next = moments[index + 1] ?? ms
    if (toDay(ms) > toDay(moments[index - 1] ?? -1)) habit = learn(ms)
    if (!habit) continue
    if (countMissing(habit, ms, next) > habit.limit) alarms += 1
    if (ms > LEARNT_HOURS * HOUR_MS && index % every === 0) waits[isDay(ms) ? 'day' : 'night'].push(toWait(habit, ms))
  }
  return {
    falseAlarmsAMonth: (alarms * 30) / (WEEKS * 7),
    byDay: [toShare(waits.day, 0.5), toShare(waits.day, 0.9)],
    byNight: [toShare(waits.night, 0.5), toShare(waits.night, 0.9)],
  }
}

const toDay = (ms: number) => Math.floor(ms / HOUR_MS / DAY)
function isDay(ms: number): boolean {
  const hour = Math.floor(ms / HOUR_MS) % DAY
  return hour >= 6 && hour < 22
}

/** Learns from the stored hours, as the proxy does. */
function createLearning(moments: number[]) {
  const counts = Array.from({ length: WEEKS * 7 * DAY }, () => 0)
  for (const ms of moments) counts[Math.floor(ms / HOUR_MS)] = (counts[Math.floor(ms / HOUR_MS)] ?? 0) + 1
  return (lastMs: number) => {
    const end = Math.floor(lastMs / HOUR_MS) + 1
    const from = Math.max(0, end - LEARNT_HOURS)
    return toHabit(from, counts.slice(from, end))
  }
}

/** Each hour and each day has its own random factor, such as a newsletter or the weather. */
function placeOrders(ordersADay: number, random: () => number): number[] {
  const whole = HOURS.reduce((sum, share) => sum + share)
  const moments: number[] = []
  for (let day = 0; day < WEEKS * 7; day += 1) {
    const ofDay = ordersADay * (WEEKDAYS[day % 7] ?? 1) * Math.exp(0.25 * toNormal(random))
    for (const [hour, share] of HOURS.entries()) {
      const rate = ((ofDay * share) / whole) * Math.exp(0.2 * toNormal(random))
      const toGap = () => -Math.log(1 - random()) / rate
      for (let at = toGap(); at < 1; at += toGap()) moments.push((day * DAY + hour + at) * HOUR_MS)
    }
  }
  return moments
}

const toNormal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** @returns minutes */
function toWait(habit: Habit, lastMs: number): number {
  const isNoticed = (minutes: number) => countMissing(habit, lastMs, lastMs + minutes * 60_000) > habit.limit
  let [least, most] = [0, 14 * DAY * 60]
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2)
    if (isNoticed(middle)) most = middle
    else least = middle
  }
  return most
}

const toShare = (values: number[], share: number) =>
  values.sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

/** Formats a time: "13 min", "5.3 h", "2.9 days". */
const toTime = (minutes: number) =>
  minutes < 90
    ? `${minutes} min`
    : minutes < 36 * 60
      ? `${(minutes / 60).toFixed(1)} h`
      : `${(minutes / 60 / 24).toFixed(1)} days`

/** Makes the guide's table. */
export function toSilenceRows(): string[][] {
  const rows = [3, 50, 2_000].map((ordersADay) => {
    const { falseAlarmsAMonth, byDay, byNight } = simulateShop(ordersADay, 1)
    const [medianByDay, medianByNight] = [byDay[0], byNight[0]]
    return [ordersADay.toLocaleString('en'), falseAlarmsAMonth.toFixed(2), toTime(medianByDay), toTime(medianByNight)]
  })
  return [['orders a day', 'false alarms a month', 'a lost tag is noticed by day after', 'by night'], ...rows]
}

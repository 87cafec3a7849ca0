/** The page's state: one object, and what may happen to it. */
import { type Choices, readHash, withChanged } from './choices/choices.js'
import { type StepId, toOptionalSteps, toStepIds } from './choices/steps.js'
import { isKnownSystem } from './choices/systems.js'
import type { Known } from './known.js'
import type { Report, Samples } from './report.js'
import type { SnippetFile } from './texts/script.js'

export interface SetupState {
  step: StepId
  choices: Choices
  samples: Samples
  /** Undefined until the first has been made. */
  report: Report | undefined
  /** Number of the element of the preview that somebody points at. */
  pointed: number | undefined
  /** What has just happened, for screen readers. */
  announcement: string
}

export type Action =
  | { do: 'go'; step: StepId }
  | { do: 'choose'; changes: Partial<Choices> }
  | { do: 'paste'; changes: Partial<Samples> }
  | { do: 'report'; report: Report }
  | { do: 'point'; place: number | undefined }
  | { do: 'announce'; announcement: string }

export type Dispatch = (action: Action) => void

/** What every part of the page gets. */
export interface PartProps {
  state: SetupState
  dispatch: Dispatch
}

/** What every step gets that shows what was found. */
export interface StepProps extends PartProps {
  report: Report
  snippet: SnippetFile
  /** The page’s style sheet, for what it shows in a frame. */
  style: string
}

/** @param hash of the page's address, which counts before what is known */
export function createState(hash: string, known: Known = {}): SetupState {
  const read = readHash(hash, known)
  const choices = withChanged(read, { system: isKnownSystem(read.system) ? read.system : '' })
  return {
    step: readStep(hash, choices),
    choices,
    samples: { order: '', form: '' },
    report: undefined,
    pointed: undefined,
    announcement: '',
  }
}

/** The step that the address names; the first where this shop has no such step. */
function readStep(hash: string, choices: Choices): StepId {
  const step = new URLSearchParams(hash.replace(/^#/, '')).get('step') ?? ''
  return [...toStepIds(choices), ...toOptionalSteps(choices)].find((id) => id === step) ?? 'system'
}

export function reduce(state: SetupState, action: Action): SetupState {
  switch (action.do) {
    case 'go':
      return { ...state, step: action.step }
    case 'choose':
      return { ...state, choices: withChanged(state.choices, action.changes) }
    case 'paste':
      // Whatever somebody pointed at was in another page.
      return { ...state, samples: { ...state.samples, ...action.changes }, pointed: undefined }
    case 'report':
      return { ...state, report: action.report }
    case 'point':
      return { ...state, pointed: action.place }
    case 'announce':
      return { ...state, announcement: action.announcement }
  }
}

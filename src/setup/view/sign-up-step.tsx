/** The sign-up form: what of it would be read. */
import { SIGN_UP_SAMPLE } from '../examples.js'
import type { StepProps } from '../state.js'
import { SampleArea } from './fields.js'
import { Problems, Step, Verdict } from './parts.js'
import { ContactTable } from './tables.js'

export function SignUpStep({ state: { samples }, dispatch, report: { signUp } }: StepProps) {
  const {
    state = 'empty',
    line = 'Without a list under “Addresses” there are no sign-ups.',
    problems = [],
    notes = [],
    body,
  } = signUp ?? {}
  return (
    <Step
      id="sign-up"
      title="The sign-up form"
      text="A form with one more attribute is read when it is submitted, and goes on as before."
    >
      <SampleArea
        id="sign-up-sample"
        label="HTML of the form"
        hint="Empty fields are filled in with examples, to show what would be read. Passwords, hidden fields, cards and traps for robots never are."
        value={samples.form}
        onChange={(form) => dispatch({ do: 'paste', changes: { form } })}
      >
        <button
          type="button"
          id="use-form-example"
          onClick={() => dispatch({ do: 'paste', changes: { form: SIGN_UP_SAMPLE } })}
        >
          Use an example
        </button>
      </SampleArea>
      <Verdict id="sign-up-verdict" state={state}>
        <b>{line}</b>
      </Verdict>
      <Problems id="sign-up-problems" label="Problems of the form" problems={problems} notes={notes} />
      {body && <ContactTable body={body} />}
    </Step>
  )
}

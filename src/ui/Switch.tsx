import { useId } from 'react'
import * as css from './Switch.css.ts'
import { Note, Text } from './Text.tsx'

interface SwitchProps {
  label: string
  /** The effect in a sentence or two; announced after the label. */
  hint: string
  isOn: boolean
  /** The change is in progress: further changes are ignored, the switch stays focusable. */
  busy?: boolean
  onChange: (isOn: boolean) => void
}

/** A setting that takes effect when pressed. */
export function Switch({ label, hint, isOn, busy = false, onChange }: SwitchProps) {
  const id = useId()
  return (
    <label className={css.line} htmlFor={id}>
      <span className={css.words}>
        <Text as="span" strong>
          <span id={`${id}-label`}>{label}</span>
        </Text>
        <Note as="span" id={`${id}-hint`}>
          {hint}
        </Note>
      </span>
      <input
        id={id}
        type="checkbox"
        // The browser exposes `checked` on a checkbox with role switch; an aria-checked beside it
        // is an axe violation.
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
        role="switch"
        className={css.input}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        aria-busy={busy || undefined}
        checked={isOn}
        onChange={() => {
          if (!busy) onChange(!isOn)
        }}
      />
    </label>
  )
}

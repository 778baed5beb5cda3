import { useId } from 'react'
import * as css from './Switch.css.ts'
import { Text } from './Text.tsx'

interface SwitchProps {
  label: string
  /** What it does, in a sentence or two; read out after the label. */
  hint: string
  isOn: boolean
  /** The change is under way: not switched twice, still focusable. */
  busy?: boolean
  onChange: (isOn: boolean) => void
}

/** A setting that is on or off from the moment it is pressed. */
export function Switch({ label, hint, isOn, busy = false, onChange }: SwitchProps) {
  const id = useId()
  return (
    <label className={css.line} htmlFor={id}>
      <span className={css.words}>
        <Text as="span" strong>
          <span id={`${id}-label`}>{label}</span>
        </Text>
        <Text as="span" tone="quiet" size="s" id={`${id}-hint`}>
          {hint}
        </Text>
      </span>
      <input
        id={id}
        type="checkbox"
        // The browser tells `checked` of a checkbox that is a switch, and saying it twice is a fault of its own.
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

import { type ComponentProps, type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'
import * as css from './Field.css.ts'
import { Field, type FieldTexts } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import type { IconName } from './icon-paths.ts'
import { eyeIcon, eyeOffIcon } from './later-icons.ts'
import { useFieldIds } from './useFieldIds.ts'

type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className' | 'style' | 'id' | 'type' | 'onChange' | 'aria-invalid'> & {
    onChange: (text: string) => void
    type?: 'text' | 'email' | 'password' | 'search' | 'url' | 'date' | 'time'
    /** A name or an address: the browser neither corrects nor capitalizes it. */
    isVerbatim?: boolean
    icon?: IconName
    end?: ReactNode
  }

const verbatim = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** A one-line field. A password can be shown and pasted. Other props go to the input. */
export function TextField({
  label,
  hideLabel = false,
  hint,
  error,
  type = 'text',
  isVerbatim = false,
  icon,
  end,
  onChange,
  ...rest
}: TextFieldProps) {
  const { id, hintId, errorId, described } = useFieldIds(hint, error)
  const [isShown, setShown] = useState(false)
  const isPassword = type === 'password'
  return (
    <Field {...{ id, hintId, errorId, label, hideLabel, hint, error }}>
      <div className={classNames(css.box, css.shape.line, css.focusRing)}>
        {icon && <Icon name={icon} size="s" />}
        <input
          dir="auto"
          {...(isVerbatim && verbatim)}
          {...described}
          {...rest}
          id={id}
          type={isPassword && isShown ? 'text' : type}
          className={css.input}
          onChange={({ target }) => onChange(target.value)}
        />
        {(isPassword || end) && (
          <span className={css.end}>
            {isPassword && (
              <IconButton
                variant="bare"
                icon={isShown ? eyeOffIcon : eyeIcon}
                label={isShown ? 'Hide password' : 'Show password'}
                onClick={() => setShown(!isShown)}
              />
            )}
            {end}
          </span>
        )}
      </div>
    </Field>
  )
}

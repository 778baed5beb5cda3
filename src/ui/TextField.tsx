import { type ComponentProps, type ReactNode, useState } from 'react'
import * as css from './Field.css.ts'
import { Field, type FieldTexts } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import type { IconName } from './icon-paths.ts'
import { eyeIcon, eyeOffIcon } from './later-icons.ts'

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
  hideLabel,
  hint,
  error,
  type = 'text',
  isVerbatim = false,
  icon,
  end,
  onChange,
  ...rest
}: TextFieldProps) {
  const [isShown, setShown] = useState(false)
  const isPassword = type === 'password'
  return (
    <Field shape="line" {...{ label, hideLabel, hint, error }}>
      {(control) => (
        <>
          {icon && <Icon name={icon} size="s" />}
          <input
            dir="auto"
            {...(isVerbatim && verbatim)}
            {...rest}
            {...control}
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
        </>
      )}
    </Field>
  )
}

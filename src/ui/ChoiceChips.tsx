import * as css from './Chips.css.ts'
import { Chip, Chips } from './Chips.tsx'
import { classNames } from './class-names.ts'
import { Text } from './Text.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface ChoiceChipsProps<T> {
  legend: string
  isLegendHidden?: boolean
  name: string
  choices: readonly { readonly value: T; readonly label: string }[]
  chosen: T
  onChoose: (value: T) => void
}

/** Choices of a form: radio buttons that look like chips. */
export const ChoiceChips = <T,>({ legend, isLegendHidden, name, choices, chosen, onChoose }: ChoiceChipsProps<T>) => (
  <fieldset>
    {isLegendHidden ? (
      <legend>
        <VisuallyHidden>{legend}</VisuallyHidden>
      </legend>
    ) : (
      <legend className={css.legend}>
        <Text as="span" strong>
          {legend}
        </Text>
      </legend>
    )}
    <Chips isWrapped={!isLegendHidden}>
      {choices.map(({ value, label }) => (
        <Chip
          key={label}
          isChosen={value === chosen}
          render={({ className, children }) => (
            <label className={classNames(className, css.radioChip)}>
              <input
                type="radio"
                name={name}
                className={css.radio}
                checked={value === chosen}
                onChange={() => onChoose(value)}
              />
              {children}
            </label>
          )}
        >
          {label}
        </Chip>
      ))}
    </Chips>
  </fieldset>
)

import * as css from './Chips.css.ts'
import { Chips, chipClass } from './Chips.tsx'
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
        <label key={label} className={classNames(chipClass(value === chosen), css.radioChip)}>
          <input
            type="radio"
            name={name}
            className={css.radio}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {label}
        </label>
      ))}
    </Chips>
  </fieldset>
)

import { cardClass } from '#src/ui/Card.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { themeChoices, useThemeChoice } from '#src/ui/theme-choice.ts'
import * as css from './ThemePicker.css.ts'

const labels = { system: 'As the system', light: 'Light', dark: 'Dark' }

/** The theme: the system's preference decides unless one is chosen. */
export function ThemePicker() {
  const [choice, choose] = useThemeChoice()
  return (
    <fieldset>
      <legend className={css.legend}>Theme</legend>
      <Stack gap="s">
        {themeChoices.map((name) => (
          <label key={name} className={`${css.option} ${cardClass({ chosen: name === choice })}`}>
            <input type="radio" name="theme" checked={name === choice} onChange={() => choose(name)} />
            <Text as="span">{labels[name]}</Text>
          </label>
        ))}
      </Stack>
    </fieldset>
  )
}

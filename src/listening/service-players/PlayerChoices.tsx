import { useQuery } from '@tanstack/react-query'
import { trackServiceForms } from '#contract/listening/track-services.ts'
import { Section } from '#src/ui/Section.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { Text } from '#src/ui/Text.tsx'
import { playerChoices, setPlayerChoice, usePlayerChoice } from './choices.ts'
import { framedServicesQuery } from './framed-services.ts'

const labels = { off: 'Off', ask: 'Ask first', on: 'On' } as const
const options = playerChoices.map((value) => ({ value, label: labels[value] }))

/** Chooses the services with players that load in the page. Renders nothing where the server allows none. */
export function PlayerChoices() {
  const choice = usePlayerChoice()
  const services = useQuery(framedServicesQuery).data ?? []
  if (services.length === 0) return null
  return (
    <Section title="Players of music services">
      <Text tone="quiet">
        On this device. A player loads when you press it on a track, a broadcast or a message. The service then learns
        your address and what you play.
      </Text>
      {services.map((service) => (
        <SelectField
          key={service}
          label={trackServiceForms[service].title}
          value={choice(service)}
          options={options}
          onChange={(value) => setPlayerChoice(service, value)}
        />
      ))}
    </Section>
  )
}

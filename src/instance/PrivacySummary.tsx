import { List } from '#src/ui/List.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Text } from '#src/ui/Text.tsx'
import { Paragraphs } from './Paragraphs.tsx'
import { storedData } from './stored-data.ts'

/** What the server stores about a member and for how long, and the operator's own text about it. */
export function PrivacySummary({ privacy }: { privacy: string }) {
  return (
    <Section title="Privacy">
      <Paragraphs text={privacy} />
      <Text>This server stores the following data of a member:</Text>
      <List of={storedData} toKey={({ what }) => what} gap="m">
        {({ what, how }) => (
          <>
            <Text strong>{what}</Text>
            <Text tone="quiet">{how}</Text>
          </>
        )}
      </List>
      <Text>
        Every member can export all of it, and delete the account with its data, in Settings, Privacy and data. There
        are no trackers, and this page loads nothing from other servers.
      </Text>
    </Section>
  )
}

import type { Instance } from '#contract/instance/instance.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { List } from '#src/ui/List.tsx'
import { countText } from '#src/ui/numbers.ts'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { instanceQuery } from './queries.ts'
import { storedData } from './stored-data.ts'

/** About this server: its description, rules, contact, and what it stores. */
export function AboutInstance() {
  const live = useLive(instanceQuery)
  return (
    <QueryState
      live={live}
      loading={<Skeleton shape="card" />}
      failed="Failed to load the page of this server"
      lacking={<EmptyState text="The admins have not described this server." />}
    >
      {(instance) => <Description instance={instance} />}
    </QueryState>
  )
}

function Description({ instance }: { instance: Instance }) {
  const { name, about, rules, privacy, contact, members, version } = instance
  return (
    <Stack gap="xxl">
      <Section title={name || 'Flipside'}>
        <Paragraphs text={about} />
        <Text tone="quiet">
          {countText(members, 'member')}. {signUpText(instance)}
        </Text>
      </Section>
      <Section title="Rules">
        {rules === '' && <Text tone="quiet">The admins have set no rules.</Text>}
        <Paragraphs text={rules} />
      </Section>
      <Section title="Contact">
        {contact === '' ? (
          <Text tone="quiet">The admins have named no contact. Members can report content from its menu.</Text>
        ) : (
          <Text>
            <a href={contact.includes('://') ? contact : `mailto:${contact}`} rel="noreferrer">
              {contact}
            </a>
          </Text>
        )}
      </Section>
      <PrivacySummary privacy={privacy} />
      {version !== '' && <Note>{formatProgram(instance)}</Note>}
    </Stack>
  )
}

const formatProgram = ({ version, commit }: Instance) =>
  `Flipside ${version}${commit === '' || commit === 'unknown' ? '' : `, commit ${commit.slice(0, 12)}`}`

function signUpText({ sign_up }: Instance): string {
  if (sign_up === 'closed') return 'Sign-up is closed.'
  return sign_up === 'invited' ? 'Sign-up needs an invitation by a member.' : 'Sign-up is open.'
}

/** What the server stores about a member and for how long, and the operator's own text about it. */
function PrivacySummary({ privacy }: { privacy: string }) {
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

/** A text by an operator: each line that is not empty is a paragraph. */
const Paragraphs = ({ text }: { text: string }) => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line, place) => <Text key={place}>{line}</Text>)
}

import { SignUpCard } from '#src/accounts/session/SignUpCard.tsx'
import { PopularMusic } from '#src/listening/music/PopularMusic.tsx'
import { SimilarTaste } from '#src/listening/taste/SimilarTaste.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Panes } from '#src/ui/Panes.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'

interface BeforeSearchProps {
  /** Null: a visitor. */
  member: string | null
  /** The latest searches, newest first. */
  recent: readonly string[]
  onSearch: (term: string) => void
  onClear: () => void
}

/** The latest searches, members with a similar taste, and what is played most. */
export const BeforeSearch = ({ member, recent, onSearch, onClear }: BeforeSearchProps) => (
  <Panes
    lead={
      <>
        {recent.length > 0 && (
          <Stack as="section" gap="s">
            <Row justify="between">
              <Heading level={2}>Recent searches</Heading>
              <Button variant="text" size="s" onClick={onClear}>
                Clear
              </Button>
            </Row>
            <Row as="ul" gap="s" wrap>
              {recent.map((term) => (
                <li key={term}>
                  <Button variant="quiet" size="s" onClick={() => onSearch(term)}>
                    <bdi>{term}</bdi>
                  </Button>
                </li>
              ))}
            </Row>
          </Stack>
        )}
        <Stack as="section" gap="s">
          <Heading level={2}>Find Users</Heading>
          <Text tone="quiet">Enter a username to find their profile</Text>
        </Stack>
        {member === null ? (
          <SignUpCard title="Find people like you">
            Bring what you listen to: Flipside finds members with a similar taste, and you swap a track with one of
            them.
          </SignUpCard>
        ) : (
          <Stack as="section" gap="s">
            <Heading level={2}>People like you</Heading>
            <Text tone="quiet">
              <Text as="strong" tone="main">
                You're in the same boat!
              </Text>{' '}
              <span>Friends with similar music taste to you</span>
            </Text>
            <SimilarTaste member={member} />
          </Stack>
        )}
      </>
    }
    side={<PopularMusic />}
  />
)

import { SignUpCard } from '#src/accounts/session/SignUpCard.tsx'
import { PopularMusic } from '#src/listening/music/PopularMusic.tsx'
import { SimilarTaste } from '#src/listening/taste/SimilarTaste.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Panes } from '#src/ui/Panes.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'

interface BeforeSearchProps {
  /** Null: a visitor. */
  member: string | null
  recent: readonly string[]
  onSearch: (term: string) => void
  onClear: () => void
}

const Invitation = () => (
  <SignUpCard title="Find people like you">
    Bring what you listen to: Flipside finds members with a similar taste, and you swap a track with one of them.
  </SignUpCard>
)

/** The latest searches, what is played most, and members with a similar taste. */
export const BeforeSearch = ({ member, recent, onSearch, onClear }: BeforeSearchProps) => (
  <Panes
    lead={
      <>
        {recent.length > 0 && (
          <Section
            title="Recent searches"
            gap="s"
            action={
              <Button variant="text" size="s" onClick={onClear}>
                Clear
              </Button>
            }
          >
            <Row as="ul" gap="s" wrap>
              {recent.map((term) => (
                <li key={term}>
                  <Button variant="quiet" size="s" onClick={() => onSearch(term)}>
                    <bdi>{term}</bdi>
                  </Button>
                </li>
              ))}
            </Row>
          </Section>
        )}
        <Section title="Find Users" gap="s">
          <Text tone="quiet">Enter a username to find their profile</Text>
        </Section>
      </>
    }
    side={member === null ? <Invitation /> : <PopularMusic />}
  >
    {member === null ? (
      <PopularMusic />
    ) : (
      <Section title="People like you" gap="s">
        <Text tone="quiet">
          <Text as="strong" tone="main">
            You're in the same boat!
          </Text>{' '}
          <span>Friends with similar music taste to you</span>
        </Text>
        <SimilarTaste member={member} />
      </Section>
    )}
  </Panes>
)

import type { ReactNode } from 'react'
import { answerProgramRequest, type ProgramRequest } from '#contract/listening/program-requests.ts'
import { call } from '#src/api/call.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { useSend } from '../useSend.ts'
import * as css from './Players.css.ts'
import { programRequestQuery } from './queries.ts'

interface ProgramAccessProps {
  member: string
  /** From the link that the program has opened. */
  token: string
}

export function ProgramAccess({ member, token }: ProgramAccessProps) {
  const live = useLive(programRequestQuery(member, token))
  return (
    <Section title="A program asks for access">
      <QueryState live={live} loading="Loading..." failed="Failed to load the request">
        {(request) =>
          request?.state === 'pending' ? (
            <Question {...{ member, token, request }} />
          ) : (
            <Card>
              <div role="status">
                <Text>{toOutcome(request)}</Text>
              </div>
            </Card>
          )
        }
      </QueryState>
    </Section>
  )
}

function toOutcome(request: ProgramRequest | null): string {
  switch (request?.state) {
    case 'allowed':
      return `You have allowed ${toName(request)}. Return to it to continue.`
    case 'refused':
      return `You have refused ${toName(request)}. It has no access.`
    case 'expired':
      return 'This request has expired. Start again in the program.'
    default:
      return 'This link is not valid. Start again in the program.'
  }
}

const toName = ({ program }: ProgramRequest): string => (program === '' ? 'the program' : program)

function Question({ member, token, request }: ProgramAccessProps & { request: ProgramRequest }) {
  const { failure, isBusy, send } = useSend()
  const response = (isAllowed: boolean) =>
    void send(() =>
      call(answerProgramRequest, { user: member, token, is_allowed: isAllowed ? 'true' : 'false', client_id: uuid() }),
    )
  return (
    <Card>
      <Stack gap="m">
        <dl className={css.settings}>
          <Fact label="Program">{request.program === '' ? 'Not stated' : request.program}</Fact>
          <Fact label="API key">{request.api_key === '' ? 'None' : request.api_key}</Fact>
          <Fact label="Requested">
            <RelativeTime at={request.requested_at} />
          </Fact>
        </dl>
        <Text>
          It would be able to scrobble and love tracks as {member} and to read your listens, and nothing else. You can
          revoke its access here at any time.
        </Text>
        <Text strong>
          Allow it only if you have just started this in a program of your own. Anyone who sends you such a link gets
          the access.
        </Text>
        {failure && <Alert>{failure}</Alert>}
        <Row gap="m">
          <Button block variant="quiet" busy={isBusy} onClick={() => response(false)}>
            Refuse
          </Button>
          <Button block busy={isBusy} onClick={() => response(true)}>
            Allow
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className={css.label}>{label}</dt>
    <dd className={css.fact}>{children}</dd>
  </div>
)

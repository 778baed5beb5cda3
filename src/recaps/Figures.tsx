import type { Recap } from '#contract/recaps/recap.ts'
import { Minutes } from '#src/listening/listening-time/Minutes.tsx'
import { Card } from '#src/ui/Card.tsx'
import { countText, inThousands } from '#src/ui/numbers.ts'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Figure, Note, Text } from '#src/ui/Text.tsx'
import * as css from './Recap.css.ts'
import { changeText } from './recap-text.ts'

/** The totals for a period. `noun`: 'week', 'month' or 'year'. */
export function Figures({ recap, noun }: { recap: Recap; noun: string }) {
  const change = changeText(recap, noun)
  const figures: readonly (readonly [name: string, value: string, isSwag?: boolean])[] = [
    ['Artists', inThousands(recap.artists)],
    ['Tracks', inThousands(recap.tracks)],
    ['New artists', inThousands(recap.new_artists)],
    ['Days with plays', inThousands(recap.listening_days)],
    ['Longest streak', countText(recap.longest_streak, 'day')],
    [recap.is_open === 1 ? 'Current streak' : 'Streak at the end', countText(recap.current_streak, 'day')],
    ['Swaps completed', inThousands(recap.swaps)],
    ['Swag won', inThousands(recap.swag), true],
  ]
  return (
    <Card>
      <Stack gap="l">
        <Stack gap="xxs">
          <Row gap="s" align="baseline" wrap>
            <Figure size="l">{inThousands(recap.plays)}</Figure>
            <Text as="span" tone="quiet">
              {recap.plays === 1 ? 'play' : 'plays'}
            </Text>
          </Row>
          {recap.minutes !== undefined && <Minutes minutes={recap.minutes} unmeasured={recap.unmeasured ?? 0} />}
          {change !== undefined && recap.is_open === 0 && <Note>{change}</Note>}
        </Stack>
        <dl className={css.figures}>
          {figures.map(([name, value, isSwag]) => (
            <div key={name} className={css.figure}>
              <dt>
                <Note as="span">{name}</Note>
              </dt>
              <dd>
                <Figure tone={isSwag === true ? 'swag' : 'main'}>{value}</Figure>
              </dd>
            </div>
          ))}
        </dl>
      </Stack>
    </Card>
  )
}

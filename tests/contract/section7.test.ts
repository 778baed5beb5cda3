import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { getBroadcasts } from '#contract/broadcasts/feed.ts'
import { defineEndpoint, type Endpoint, endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { differences } from './compare.ts'
import { section7 } from './section7.ts'

test('section 7 has 29 calls', () => {
  expect(Object.keys(section7)).toHaveLength(29)
})

test('the contract is exactly section 7 of the spec and the additions', () => {
  expect(differences(section7, endpoints)).toEqual([])
})

describe('comparison with the spec', () => {
  const feed = 'GET /api/get-broadcasts'
  const withFeed = (change: Partial<Endpoint>) =>
    differences(
      section7,
      endpoints.map((endpoint) => (endpointName(endpoint) === feed ? { ...endpoint, ...change } : endpoint)),
    )

  test('the comparison with the spec finds a missing call', () => {
    expect(
      differences(
        section7,
        endpoints.filter((endpoint) => endpointName(endpoint) !== feed),
      ),
    ).toEqual([`${feed} is missing`])
  })
  test('the comparison with the spec finds a call that is not marked as an addition', () => {
    const path = '/api/planted'
    const planted = defineEndpoint({ ...getBroadcasts, path })
    expect(differences(section7, [...endpoints, planted])).toEqual([
      'GET /api/planted is not in the spec and not marked as an addition',
    ])
  })
  test('the comparison with the spec finds a call of the spec that is marked as an addition', () => {
    expect(withFeed({ addition: true })).toEqual([`${feed} is in the spec and marked as an addition`])
  })
  test('the comparison with the spec finds a missing, an additional and a wrongly required parameter', () => {
    const { current_user: _, ...entries } = getBroadcasts.query.entries
    expect(withFeed({ query: v.object(entries) })).toEqual([`${feed} lacks the parameter current_user`])
    const sort = v.optional(v.string())
    expect(withFeed({ query: v.object({ ...getBroadcasts.query.entries, sort }) })).toEqual([
      `${feed} has an unlisted parameter sort`,
    ])
    expect(withFeed({ query: v.object({ ...getBroadcasts.query.entries, limit: v.string() }) })).toEqual([
      `${feed} insists on limit`,
    ])
  })
  test('the comparison with the spec finds a missing or additional field, also inside a list', () => {
    const { likes: _, ...entries } = getBroadcasts.response.entries.broadcasts.item.entries
    const response = (item: v.GenericSchema) =>
      withFeed({ response: v.object({ ...getBroadcasts.response.entries, broadcasts: v.array(item) }) })
    expect(response(v.object(entries))).toEqual([`${feed} lacks the field broadcasts.likes`])
    const more = { ...getBroadcasts.response.entries.broadcasts.item.entries, mood: v.nullish(v.string(), null) }
    expect(response(v.object(more))).toEqual([`${feed} has an unlisted field broadcasts.mood`])
  })
  test('the comparison with the spec finds a parameter that only the spec requires', () => {
    const name = 'POST /api/create-like'
    const loose = endpoints.map((endpoint) =>
      endpointName(endpoint) === name
        ? { ...endpoint, query: v.object({ ...endpoint.query.entries, user: v.optional(v.string()) }) }
        : endpoint,
    )
    expect(differences(section7, loose)).toEqual([`${name} does not insist on user`])
  })
})

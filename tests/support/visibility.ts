import { endpointName, type Visibility } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'

/**
 * Endpoints that involve other members, by name. `own` and `everyone` need no row in the tables of
 * blocks and privacy.
 */
export const visibilityByEndpoint: Readonly<Record<string, Visibility>> = Object.fromEntries(
  endpoints
    .filter(({ visibility }) => visibility !== 'own' && visibility !== 'everyone')
    .map((endpoint) => [endpointName(endpoint), endpoint.visibility]),
)

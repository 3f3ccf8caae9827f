import type { Hex } from 'viem'
import { profileAt, userAt, type ZoneName } from '../databases/zone.ts'
import type { RequestSource } from '../load/load.ts'
import { addressLookup, type ExpectedLookup, profileLookup, textLookup } from '../lookups/expected-lookup.ts'
import { verifyResponse } from '../lookups/verify-response.ts'
import { zipf } from '../lookups/zipf.ts'
import { requestBytes, type Subject } from './subject.ts'

/** A load that every gateway gets alike. */
export interface GatewayLoad {
  readonly title: string
  /** A case of the conformance without which a gateway does not get it; absent: all get it. */
  readonly needs?: string
  readonly sourceFor: (subject: Subject, size: number) => RequestSource
}

const ethereum = 60

/** Requests that a load prepares at most. */
const maxPrepared = 10_000

/** In a text key, to be replaced by a number of the same length: hex of hex digits. */
const placeholder = 'fedcba9876543210'
const placeholderHex = Buffer.from(placeholder).toString('hex')

/** Of lookups that are made ready ahead, in the order of `indexOf`. */
function prepared(
  subject: Subject,
  lookups: readonly ExpectedLookup[],
  indexOf = (number: number) => number % lookups.length,
): RequestSource {
  const requests = lookups.map(({ callData }) => requestBytes(subject.form, callData))
  const chosen: number[] = []
  return {
    requestOf: (number) => {
      const index = indexOf(number)
      chosen[number] = index
      return requests[index]
    },
    verify: (body, number) => verifyAt(lookups, chosen[number], body, subject),
  }
}

function verifyAt(
  lookups: readonly ExpectedLookup[],
  at: number | undefined,
  body: string,
  { scheme }: Subject,
) {
  const lookup = at === undefined ? undefined : lookups[at]
  if (!lookup) throw new Error('A response without a request.')
  return verifyResponse(body, lookup, scheme)
}

function usersOf(size: number) {
  const length = Math.min(size, maxPrepared)
  return Array.from({ length }, (_, number) => userAt(Math.floor((number * size) / length)))
}

/** Lookups of a text whose key is the placeholder, in turn, each time with another key: no gateway has answered one before. */
function distinct(subject: Subject, lookups: readonly ExpectedLookup[]): RequestSource {
  const requests = lookups.map(({ callData }) => {
    const bytes = requestBytes(subject.form, callData)
    return { bytes, at: bytes.indexOf(placeholderHex) }
  })
  const keyOf = (number: number) =>
    Buffer.from(number.toString(16).padStart(placeholder.length, '0')).toString('hex')
  return {
    requestOf: (number) => {
      const request = requests[number % requests.length]
      request?.bytes.write(keyOf(number), request.at, 'latin1')
      return request?.bytes
    },
    verify: (body, number) => {
      const lookup = lookups[number % lookups.length]
      if (!lookup) throw new Error('There is no lookup.')
      const callData = lookup.callData.replace(placeholderHex, keyOf(number)) as Hex
      return verifyResponse(body, { ...lookup, callData }, subject.scheme)
    },
  }
}

/** A text that no name has. */
const absentText = { key: placeholder, value: '' }

/** A profile with one more text, which no name has. */
function withAbsentText(profile: ZoneName): ZoneName {
  return { ...profile, texts: [...profile.texts, absentText] }
}

export const gatewayLoads: readonly GatewayLoad[] = [
  {
    title: 'one name',
    sourceFor: (subject) => prepared(subject, [addressLookup(userAt(1), ethereum)]),
  },
  {
    title: 'names by Zipf’s law',
    sourceFor: (subject, size) => {
      const lookups = usersOf(size).map((user) => addressLookup(user, ethereum))
      const draw = zipf(lookups.length)
      return prepared(subject, lookups, () => draw())
    },
  },
  {
    title: 'distinct',
    sourceFor: (subject, size) =>
      distinct(
        subject,
        usersOf(size).map(({ label }) => textLookup(label, absentText)),
      ),
  },
  {
    title: 'distinct, thirty records',
    needs: 'multicall (ENSIP-22)',
    sourceFor: (subject) => {
      const profiles = Array.from({ length: 250 }, (_, number) => withAbsentText(profileAt(number)))
      return distinct(
        subject,
        profiles.map((profile) => profileLookup(profile, ethereum)),
      )
    },
  },
]

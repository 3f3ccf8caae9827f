import { z } from 'zod'

/** A bucket with a prefix, or an absolute path. */
export const backupTarget = z
  .string()
  .regex(
    /^(s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.\-=+]+)*|\/.*[^/])\/*$/,
    'is neither s3://<bucket>/<prefix> nor the path of a folder, which begins with /',
  )
  .transform((target) => target.replace(/\/+$/, ''))

/** Of X25519, or of the kind that withstands quantum computers. */
export const backupRecipient = z
  .string()
  .regex(
    /^age1([02-9ac-hj-np-z]{58}|pq1[02-9ac-hj-np-z]{1000,2100})$/,
    'is not a recipient of age (age1…), such as "byname backups create-key" and age-keygen print',
  )

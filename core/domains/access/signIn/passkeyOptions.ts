import { z } from 'zod'

const UserVerification = z.enum(['required', 'preferred', 'discouraged'])
const Hint = z.enum(['hybrid', 'security-key', 'client-device'])
const Extensions = () =>
  z.object({
    appid: z.string().optional(),
    credProps: z.boolean().optional(),
    hmacCreateSecret: z.boolean().optional(),
    minPinLength: z.boolean().optional(),
  })
const KnownPasskey = () =>
  z.object({
    id: z.string(),
    type: z.string(),
    transports: z.array(z.string()).optional(),
  })

/** Options for a browser to request a passkey, in WebAuthn's JSON format. */
export const PasskeyRequest = () =>
  z.object({
    challenge: z.string(),
    timeout: z.number().optional(),
    rpId: z.string().optional(),
    allowCredentials: z.array(KnownPasskey()).optional(),
    userVerification: UserVerification.optional(),
    hints: z.array(Hint).optional(),
    extensions: Extensions().optional(),
  })

/** Options for a browser to create a passkey, in WebAuthn's JSON format. */
export const PasskeyCreation = () =>
  z.object({
    rp: z.object({ id: z.string().optional(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
    timeout: z.number().optional(),
    excludeCredentials: z.array(KnownPasskey()).optional(),
    authenticatorSelection: z
      .object({
        authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
        requireResidentKey: z.boolean().optional(),
        residentKey: UserVerification.optional(),
        userVerification: UserVerification.optional(),
      })
      .optional(),
    attestation: z.enum(['direct', 'enterprise', 'indirect', 'none']).optional(),
    hints: z.array(Hint).optional(),
    extensions: Extensions().optional(),
  })

/** A browser's passkey response; its parts are verified by the signature. */
export const PasskeyResponse = () => z.looseObject({ id: z.string().max(2000) })

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

/** What a browser is given to ask for a passkey, as WebAuthn writes it in JSON. */
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

/** What a browser is given to make a passkey, as WebAuthn writes it in JSON. */
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

/** What a browser's passkey answers; its parts are checked by the signature. */
export const PasskeyResponse = () => z.looseObject({ id: z.string().max(2000) })

import { randomBytes } from 'node:crypto';
import { type Instant, refuse } from '@gos/domain';
import { Injectable, Logger } from '@nestjs/common';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Refused } from '../../../kernel/refused';
import type { KeptPasskey, SecondStep } from '../../../shared/user/second-steps';
import type { RelyingParty } from './relying-party';

/** COSE: Ed25519, P-256, RSA. */
const supportedAlgorithmIDs = [-8, -7, -257];

type Json = Readonly<Record<string, unknown>>;

/** Loaded when it is needed: it is large, and most people have no passkey. */
const library = () => import('@simplewebauthn/server');

export const usablePasskeys = ({ passkeys }: SecondStep, party: RelyingParty | null): readonly KeptPasskey[] =>
  passkeys.filter(({ rpId }) => rpId === party?.id);

/** The ceremonies of WebAuthn. The password came first, so that who holds the device need not be verified by it. */
@Injectable()
export class Passkeys {
  private readonly logger = new Logger(Passkeys.name);

  /** Options for the browser to make a passkey; `challenge` is to be kept. */
  async creation(
    { handle, passkeys }: SecondStep,
    party: RelyingParty,
    person: { readonly name: string; readonly email: string; readonly brandName: string },
  ): Promise<Json & { readonly challenge: string }> {
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpID: party.id,
      rpName: person.brandName,
      userID: new Uint8Array(Buffer.from(handle, 'base64url')),
      userName: person.email,
      userDisplayName: person.name,
      attestationType: 'none',
      excludeCredentials: passkeys.map(described),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      supportedAlgorithmIDs,
    });
    return { ...options };
  }

  /**
   * The passkey that the browser has made.
   * @throws Refused with `passkey.refused`
   */
  async made(
    attestation: Json,
    challenge: string,
    party: RelyingParty,
    { name, at }: { readonly name: string; readonly at: Instant },
  ): Promise<KeptPasskey> {
    const { verifyRegistrationResponse } = await library();
    const { registrationInfo } = await this.orNothing(() =>
      verifyRegistrationResponse({
        response: attestation as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: false,
        supportedAlgorithmIDs,
      }),
    );
    if (!registrationInfo) throw new Refused(refuse('passkey.refused'));
    const { id, publicKey, counter, transports } = registrationInfo.credential;
    return {
      id: randomBytes(9).toString('base64url'),
      name,
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: Array.isArray(transports) ? transports.filter((one) => typeof one === 'string').slice(0, 10) : [],
      rpId: party.id,
      createdAt: at,
      lastUsedAt: null,
    };
  }

  /** Options for the browser to prove that it holds one of the passkeys; `challenge` is to be kept. */
  async request(passkeys: readonly KeptPasskey[], party: RelyingParty): Promise<Json & { readonly challenge: string }> {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      rpID: party.id,
      allowCredentials: passkeys.map(described),
      userVerification: 'preferred',
    });
    return { ...options };
  }

  /** The passkey that was proved, with its new counter; null when none was. */
  async proved(
    assertion: Json,
    challenge: string,
    party: RelyingParty,
    passkeys: readonly KeptPasskey[],
  ): Promise<Pick<KeptPasskey, 'id' | 'counter'> | null> {
    const passkey = passkeys.find(({ credentialId }) => credentialId === assertion.id);
    if (!passkey) return null;
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await this.orNothing(() =>
      verifyAuthenticationResponse({
        response: assertion as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
        },
        requireUserVerification: false,
      }),
    );
    return verified && authenticationInfo ? { id: passkey.id, counter: authenticationInfo.newCounter } : null;
  }

  /** The library throws for whatever is wrong with what the browser sent. */
  private async orNothing<T extends object>(verify: () => Promise<T>): Promise<Partial<T>> {
    try {
      return await verify();
    } catch (error) {
      this.logger.debug(`A passkey was not accepted: ${String(error)}`);
      return {};
    }
  }
}

const described = ({ credentialId, transports }: KeptPasskey) => ({ id: credentialId, transports: [...transports] });

import { runtimeConfig } from './runtime-config';

/** The installation has one currency. */
export const currency = (): string => runtimeConfig().currency;

/** Days of deadlines are days in the installation's zone. */
export const timeZone = (): string => runtimeConfig().timeZone;

import { z } from 'zod';
import { isHeaderValue, isSendableHeader } from '../base/header.js';
import type { HttpRequest } from '../guard/http-client.js';
import { toolArguments } from './tool-arguments.js';
import { urlArgument } from './url-argument.js';

/** Whom a browser fetches for, and how: a server that believes these headers would be lied to. */
const BROWSERS_OWN = /^sec-/i;
/** A method in the clothes of another. */
const METHOD_OVERRIDE = /^x-(?:http-)?method(?:-override)?$/i;

/** Any names, each with such a value; as JSON Schema without `propertyNames`, which some providers of models refuse. */
const mapOf = <Value extends z.ZodType>(value: Value) => z.object({}).catchall(value);

const parameter = z.union([z.string(), z.number(), z.boolean()]);

/**
 * What a model may say of a request.
 *
 * @param methods those that the operator allows, in upper case; undefined for all that can be used
 * @param maxSeconds that a call may take
 */
export function requestArguments(methods: readonly string[] | undefined, maxSeconds: number) {
  const isForbidden = (name: string): boolean =>
    !isSendableHeader(name, '') || BROWSERS_OWN.test(name) || (methods !== undefined && METHOD_OVERRIDE.test(name));

  return toolArguments({
    method: z
      .string()
      .superRefine((method, context) => {
        const problem = problemWithMethod(method.toUpperCase(), methods);
        if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
      })
      .describe(methods === undefined ? 'GET, POST, PUT, PATCH, DELETE or another.' : `One of ${methods.join(', ')}.`),
    url: urlArgument.describe('Absolute http or https URL.'),
    params: mapOf(z.union([parameter, z.array(parameter)], 'must be a text, a number, true or false, or a list'))
      .optional()
      .describe('Added to the query of the URL; a list gives its name several times.'),
    headers: mapOf(z.string())
      .superRefine((headers, context) => {
        for (const [name, value] of Object.entries(headers)) {
          if (isForbidden(name)) context.addIssue({ code: 'custom', message: `${name} cannot be set.`, path: [name] });
          else if (!isHeaderValue(value)) {
            context.addIssue({ code: 'custom', message: 'must be one line of Latin letters.', path: [name] });
          }
        }
      })
      .optional()
      .describe('Request headers, but none that say whom it is for or how it is carried (Host, Connection …).'),
    json_body: z
      .union([mapOf(z.unknown()), z.array(z.unknown())], 'must be an object or a list, not a text of JSON')
      .optional()
      .describe('Object or list to send as JSON.'),
    data_body: z
      .string()
      .optional()
      .describe('Text to send as it is, instead of json_body; its Content-Type goes into headers.'),
    auth_user: z
      .string()
      .refine((user) => /^[^:\p{Cc}]*$/u.test(user), 'must have no colon')
      .optional()
      .describe('For Basic authentication, together with auth_password.'),
    auth_password: z
      .string()
      .refine((password) => /^\P{Cc}*$/u.test(password), 'must be one line')
      .optional()
      .describe('See auth_user.'),
    timeout: z
      .number()
      .positive()
      .default(maxSeconds)
      .describe(`Seconds to wait for the whole answer, at most ${maxSeconds}.`),
  }).refine(({ json_body, data_body }) => json_body === undefined || data_body === undefined, {
    message: 'json_body and data_body exclude each other.',
  });
}

/** The arguments, checked. */
export type RequestArguments = z.output<ReturnType<typeof requestArguments>>;

/** The request that they make. */
export function requestOf(given: RequestArguments): HttpRequest {
  const { method, params, json_body: json, data_body: data, auth_user: user, auth_password: password } = given;
  const own = Object.fromEntries(
    Object.entries(given.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const body = json === undefined ? data : JSON.stringify(json);
  const contentType = json === undefined ? 'text/plain; charset=utf-8' : 'application/json';
  return {
    url: withParams(given.url, params ?? {}),
    method: method.toUpperCase(),
    headers: {
      ...(body === undefined ? {} : { 'content-type': contentType }),
      ...own,
      ...(user && password ? { authorization: basicAuthorization(user, password) } : {}),
    },
    ...(body === undefined ? {} : { body }),
  };
}

function problemWithMethod(method: string, allowed: readonly string[] | undefined): string | undefined {
  if (allowed !== undefined) return allowed.includes(method) ? undefined : `must be one of ${allowed.join(', ')}.`;
  return isUsableMethod(method) ? undefined : 'must be the name of a method, and not CONNECT or TRACE.';
}

/** CONNECT makes another kind of connection, TRACE echoes what was sent. */
export function isUsableMethod(method: string): boolean {
  return /^[A-Z]{1,32}$/.test(method) && method !== 'CONNECT' && method !== 'TRACE';
}

/** The URL stays as it was written: the guard judges the spelling, too. */
function withParams(url: string, params: NonNullable<RequestArguments['params']>): string {
  const pairs = Object.entries(params).flatMap(([name, value]) =>
    [value].flat().map((single): [string, string] => [name, String(single)]),
  );
  if (pairs.length === 0) return url;
  const [beforeHash = '', ...hash] = url.split('#');
  const joint = !beforeHash.includes('?') ? '?' : /[?&]$/.test(beforeHash) ? '' : '&';
  return [`${beforeHash}${joint}${new URLSearchParams(pairs)}`, ...hash].join('#');
}

/** RFC 7617, in UTF-8. */
function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
}

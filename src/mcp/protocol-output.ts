import { Writable } from 'node:stream';

/** A stream of the process, as far as it is written to. */
export type ProcessStream = Pick<NodeJS.WriteStream, 'write'>;

/**
 * Takes stdout for the protocol alone: what anybody else writes there, `console.log` in some library for one, goes to stderr
 * from now on. A line that is no message would end the connection with many a client.
 *
 * @returns the only way that is left to stdout
 */
export function takeStdout(stdout: ProcessStream, stderr: ProcessStream): Writable {
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => void write(chunk, (error) => done(error)),
  });
}

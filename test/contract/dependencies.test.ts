import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
}

/** Licences that ask for no more than their notice: whoever ships a program with Pageward need not open it. */
const PERMISSIVE = /^(?:0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|ISC|MIT|MIT-0|Unlicense)$/;

const lock = path.join(import.meta.dirname, '../../package-lock.json');
const packages: Record<string, LockedPackage> = JSON.parse(readFileSync(lock, 'utf8')).packages;

/** What a user gets with Pageward. */
const shipped = Object.entries(packages).filter(([name, { dev, devOptional }]) => name !== '' && !dev && !devOptional);

describe('what Pageward brings along', () => {
  it('is there to be looked at', () => {
    expect(shipped.map(([name]) => name)).toContain('node_modules/playwright');
    expect(shipped.length).toBeGreaterThan(50);
  });

  it('has licences that allow every use', () => {
    const others = shipped.filter(([, { license = '' }]) => !PERMISSIVE.test(license));
    expect(others.map(([name, { license }]) => `${name}: ${license}`)).toEqual([]);
  });

  it('runs nothing when it is installed', () => {
    expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name)).toEqual([]);
  });

  it('is locked without the address of any registry', () => {
    expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});

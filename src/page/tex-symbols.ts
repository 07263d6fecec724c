/** Characters and the TeX command for each; of those not listed, TeX takes the character itself. */
const COMMANDS = `
α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu ν nu
ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega
Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega ∂ partial ∇ nabla ℓ ell ℏ hbar ı imath
ℵ aleph ∞ infty ∅ emptyset ∀ forall ∃ exists ∄ nexists ¬ neg ⊤ top ⊥ bot ∠ angle ° degree ′ prime ℜ Re ℑ Im
∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ⋃ bigcup ⋂ bigcap ⋁ bigvee ⋀ bigwedge ⨁ bigoplus ⨂ bigotimes
× times ÷ div ± pm ∓ mp · cdot ⋅ cdot ∗ ast ⋆ star ∘ circ • bullet ⊕ oplus ⊖ ominus ⊗ otimes ⊙ odot † dagger ‡ ddagger
∪ cup ∩ cap ∖ setminus ∨ vee ∧ wedge ≤ le ≥ ge ≠ ne ≡ equiv ≈ approx ∼ sim ≃ simeq ≅ cong ≪ ll ≫ gg ∝ propto ≔ coloneqq
≺ prec ≻ succ ⪯ preceq ⪰ succeq ∈ in ∉ notin ∋ ni ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊊ subsetneq ∥ parallel ∣ mid
⊢ vdash ⊨ models → to ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ⟹ implies ⟺ iff ↦ mapsto
⟶ longrightarrow ⟵ longleftarrow ↑ uparrow ↓ downarrow ↗ nearrow ↘ searrow … ldots ⋯ cdots ⋮ vdots ⋱ ddots ∴ therefore
⟨ langle ⟩ rangle ⌊ lfloor ⌋ rfloor ⌈ lceil ⌉ rceil ‖ Vert \\ backslash`;
const ESCAPED = '{}%#&$_';
const ALPHABETS = `
ℝ mathbb{R} ℕ mathbb{N} ℤ mathbb{Z} ℚ mathbb{Q} ℂ mathbb{C} ℙ mathbb{P} 𝔼 mathbb{E} 𝔽 mathbb{F} 𝟙 mathbb{1} ℒ mathcal{L} ℱ mathcal{F}
ℋ mathcal{H} ℛ mathcal{R} ℬ mathcal{B} ℰ mathcal{E} ℳ mathcal{M}`;

const TEX: ReadonlyMap<string, string> = new Map([
  ...entries(COMMANDS),
  ...entries(ALPHABETS),
  ...Array.from(ESCAPED, (character) => [character, `\\${character}`] as const),
  ['−', '-'],
  ['^', '\\hat{}'],
  ['~', '\\sim'],
  // Signs for what is not shown: that a function is applied, that things are multiplied, listed or added.
  ...Array.from('\u2061\u2062\u2063\u2064\u200b', (character) => [character, ''] as const),
]);

/** A text of symbols as TeX for use in a formula. Letters of the alphabets for mathematics become plain ones. */
export function texOf(symbols: string): string {
  return joinTex(Array.from(symbols, (symbol) => TEX.get(symbol) ?? plainLetter(symbol)));
}

/** Parts of a formula one after the other, a space where a letter would otherwise belong to the command before it. */
export function joinTex(parts: readonly string[]): string {
  let tex = '';
  for (const part of parts) tex += /\\[a-z]+$/i.test(tex.slice(-40)) && /^[a-z]/i.test(part) ? ` ${part}` : part;
  return tex;
}

function plainLetter(symbol: string): string {
  return /[\u{1d400}-\u{1d7ff}]/u.test(symbol) ? texOf(symbol.normalize('NFKC')) : symbol;
}

function entries(list: string): Array<readonly [string, string]> {
  const words = list.trim().split(/\s+/);
  return words.flatMap((word, index) => (index % 2 === 0 ? [[word, `\\${words[index + 1] ?? ''}`] as const] : []));
}

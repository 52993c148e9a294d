;; Dot products of one question with a block of passages, eight bits a number, for the passages that may be seen.
;; The question has sixteen bits a number, scaled so that no sum leaves 32 bits. Lengths are multiples of sixteen.
(module
  (memory (export "memory") 1)
  (func (export "scan")
    (param $codes i32) (param $audiences i32) (param $count i32)
    (param $visible i32) (param $query i32) (param $length i32) (param $out i32)
    (local $slot i32) (local $at i32) (local $end i32) (local $sum v128) (local $code v128) (local $q i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $slot) (local.get $count)))
        ;; One byte for each audience tells whether it is seen.
        (if (i32.load8_u (i32.add (local.get $visible)
              (i32.load (i32.add (local.get $audiences) (i32.shl (local.get $slot) (i32.const 2))))))
          (then
            (local.set $at (i32.add (local.get $codes) (i32.mul (local.get $slot) (local.get $length))))
            (local.set $end (i32.add (local.get $at) (local.get $length)))
            (local.set $q (local.get $query))
            (local.set $sum (v128.const i32x4 0 0 0 0))
            (loop $more
              (local.set $code (v128.load (local.get $at)))
              (local.set $sum (i32x4.add (local.get $sum)
                (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $code)) (v128.load (local.get $q)))))
              (local.set $sum (i32x4.add (local.get $sum)
                (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $code)) (v128.load offset=16 (local.get $q)))))
              (local.set $at (i32.add (local.get $at) (i32.const 16)))
              (local.set $q (i32.add (local.get $q) (i32.const 32)))
              (br_if $more (i32.lt_u (local.get $at) (local.get $end))))
            (i32.store (i32.add (local.get $out) (i32.shl (local.get $slot) (i32.const 2)))
              (i32.add
                (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
                (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum))))))
          (else
            (i32.store (i32.add (local.get $out) (i32.shl (local.get $slot) (i32.const 2)))
              (i32.const 0x80000000))))
        (local.set $slot (i32.add (local.get $slot) (i32.const 1)))
        (br $next)))))

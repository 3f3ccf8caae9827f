// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title Stand-in for USDC as it is on Base: transfers that their payer signs and anyone sends (EIP-3009)
/// @notice Anyone may mint. A signature is one of ECDSA with a low s and a v of 27 or 28 or, in `bytes`, also one that the
/// payer's contract accepts (ERC-1271).
contract DevnetUsdCoin is ERC20("USD Coin", "USDC"), EIP712("USD Coin", "2"), ERC3009 {
    function mint(address account, uint256 amount) external {
        _mint(account, amount);
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        _checkSignature(
            from,
            abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce),
            signature
        );
        _transferWithAuthorization(from, to, value, validAfter, validBefore, nonce);
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, bytes calldata signature) external {
        _checkSignature(authorizer, abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce), signature);
        _cancelAuthorization(authorizer, nonce);
    }

    /// @notice The version in the EIP-712 domain.
    function version() external view returns (string memory) {
        return _EIP712Version();
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function _checkSignature(address signer, bytes memory message, bytes calldata signature) private view {
        bytes32 digest = _hashTypedDataV4(keccak256(message));
        require(
            SignatureChecker.isValidSignatureNowCalldata(signer, digest, signature),
            ERC3009InvalidSignature()
        );
    }

    /// @dev Seconds since 1970 only; the library would also take block numbers.
    function _checkValidity(uint256 validAfter, uint256 validBefore) internal view override {
        require(
            block.timestamp > validAfter && block.timestamp < validBefore,
            ERC3009InvalidAuthorizationTime(validAfter, validBefore)
        );
    }
}
